import { QueryClientProvider } from '@tanstack/react-query';
import { useMemo } from 'react';
import { RouterProvider } from 'react-router/dom';
import { createAppRouter } from '@/app/router';
import { Toaster } from '@/components/ui/toaster';
import { queryClient } from '@/lib/query-client';

export function App() {
  const router = useMemo(createAppRouter, []);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>
  );
}
