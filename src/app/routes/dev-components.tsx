import '@/styles/shell.css';

export { ComponentGallery as Component } from '@/app/dev/component-gallery';
