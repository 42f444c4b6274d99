import { uploads } from '#contract/uploads/calls.ts'
import { shapes } from '#contract/uploads/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import { uploadsService } from './service.ts'

export function uploadRoutes(deps: Deps) {
  const service = uploadsService(deps)
  return routes(uploads, shapes, {
    startUpload: ({ viewer, body }) => service.start(viewer, body.size),
    getUpload: ({ viewer, params }) => service.get(viewer, params.id),
    sendPiece: ({ viewer, params, query, bytes }) =>
      service.append(viewer, params.id, query.offset, bytes),
    dropUpload: ({ viewer, params }) => service.drop(viewer, params.id),
  })
}
