/** Addresses of the navigation that have no screen yet. */
export const placeholderPaths = [
  'photos',
  'documents',
  'bulletin',
  'management',
  'verification',
  'field-reports',
] as const;
