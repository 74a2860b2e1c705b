import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PhotosScreen } from '@/features/photos/photos-screen';
import { openPart, words } from '@/testing/open';

test('the map asks for photos with a place, and says where it cannot be drawn', async () => {
  const { backend } = await openPart(<PhotosScreen />, {
    namespaces: ['photos', 'map'],
    at: '/photos?view=map',
    answers: {
      'POST rpc/list_photos': [
        {
          id: 'photo-1',
          project_id: 'project-1',
          path: 'a/b/photo-1.jpg',
          media_type: 'image/jpeg',
          taken_at: '2026-03-10T12:00:00Z',
          taken_on: '2026-03-10',
          latitude: 40.7,
          longitude: -74,
          tags: [],
        },
      ],
      'POST rpc/waiting_photos': [],
      'POST rpc/storage_use': [],
      'POST rpc/my_team': [],
      'GET projects': [],
      'GET cost_codes': [],
      'GET project_cost_codes': [],
    },
  });
  // The DOM of the tests draws no maps.
  expect(await screen.findByText(words('map:map.noWebgl'))).toBeVisible();
  expect(backend.sent('POST rpc/list_photos')[0].filter_param).toEqual({ placed: true });
});
