/** Addresses of the navigation that have no screen yet. */
export const placeholderPaths = [
  'photos',
  'documents',
  'scheduling',
  'map',
  'budgets',
  'bulletin',
  'management',
  'activity-reports',
  'progress',
  'verification',
  'field-reports',
] as const;
