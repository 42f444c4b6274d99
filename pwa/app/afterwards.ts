// What every page loads once it is shown, in one file.

export { AfterHydration } from './AfterHydration.tsx'
export { startServiceWorker } from './sw-bridge.ts'
