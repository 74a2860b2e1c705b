export { ComponentGallery as Component } from '@/app/dev/component-gallery';
