import { companions } from '#contract/companions/calls.ts'
import { shapes } from '#contract/companions/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import * as service from './service.ts'

export function companionRoutes(deps: Deps) {
  return routes(companions, shapes, {
    linkCompanion: ({ viewer, params }) => service.link(deps, viewer, params),
    unlinkCompanion: ({ viewer, params }) => service.unlink(deps, viewer, params),
    readCompanionLink: ({ viewer, body }) => service.read(deps, viewer, body.secret),
    acceptCompanion: ({ viewer, body }) => service.accept(deps, viewer, body),
  })
}
