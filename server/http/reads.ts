import { reads } from '#contract/reads/calls.ts'
import { shapes } from '#contract/reads/shapes.ts'
import { routes } from './routes.ts'

export const readsRoutes = () =>
  routes(reads, shapes, {
    readAll: ({ body, ask }) => Promise.all(body.calls.map(ask)),
  })
