export { Component } from '@/app/routes/placeholder';
