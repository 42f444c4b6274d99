import { NotFound } from '#pwa/load/NotFound.tsx'

export const NotFoundPage = () => <NotFound />
