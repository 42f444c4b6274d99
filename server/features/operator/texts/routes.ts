import { operatorTexts } from '#contract/operator/texts/calls.ts'
import { shapes } from '#contract/operator/texts/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import { textService } from './service.ts'

export function operatorTextsRoutes(deps: Deps) {
  const service = textService(deps)
  return routes(operatorTexts, shapes, {
    listTexts: () => service.list(),
    getOwnText: ({ params }) => service.get(params.slug),
    getVersion: ({ params }) => service.getVersion(params.slug, params.version),
    saveDraft: ({ viewer, params, body }) => service.save(viewer, params.slug, body),
    deleteDraft: ({ viewer, params, body }) => service.discard(viewer, params.slug, body.version),
    publishText: ({ viewer, params, body }) => service.publish(viewer, params.slug, body),
    cancelPlannedVersion: ({ viewer, params, body }) =>
      service.cancelPlannedVersion(viewer, params.slug, params.version, body.reason),
    previewText: ({ body }) => service.preview(body),
  })
}
