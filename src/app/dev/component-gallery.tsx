export function ComponentGallery() {
  return <main />;
}
