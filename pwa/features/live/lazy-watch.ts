import { lazyComponent } from '#pwa/lib/lazy-component.ts'

/** Loaded only for those who may watch: most who open an event's page look whether to come. */
export const LazyWatch = lazyComponent(async () => (await import('./Watch.tsx')).Watch)
