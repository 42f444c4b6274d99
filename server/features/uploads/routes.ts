import { uploads } from '#contract/uploads/calls.ts'
import { shapes } from '#contract/uploads/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import * as conversion from './conversion.ts'
import * as service from './service.ts'

export const uploadRoutes = (deps: Deps) =>
  routes(uploads, shapes, {
    startUpload: ({ viewer, body }) => service.start(deps, viewer, body.size),
    getUpload: ({ viewer, params }) => service.get(deps, viewer, params.id),
    sendPiece: ({ viewer, params, query, bytes }) =>
      service.append(deps, viewer, params.id, query.offset, bytes),
    async dropUpload({ viewer, params }) {
      await service.drop(deps, viewer, params.id)
      await conversion.giveUp(deps, viewer.id, params.id)
    },
    convertUpload: ({ viewer, params, body }) => conversion.request(deps, viewer, params.id, body),
    getConversion: ({ viewer, params }) => conversion.get(deps, viewer, params.id),
  })
