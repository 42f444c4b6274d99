import { shapes } from '#contract/operator/texts.schema.ts'
import { operatorTexts } from '#contract/operator/texts.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import { textDesk } from './service.ts'

export function operatorTextsRoutes(deps: Deps) {
  const desk = textDesk(deps)
  return routes(operatorTexts, shapes, {
    listTexts: () => desk.list(),
    getOwnText: ({ params }) => desk.get(params.slug),
    getVersion: ({ params }) => desk.getVersion(params.slug, params.version),
    saveDraft: ({ viewer, params, body }) => desk.save(viewer, params.slug, body),
    deleteDraft: ({ viewer, params, body }) => desk.discard(viewer, params.slug, body.version),
    publishText: ({ viewer, params, body }) => desk.publish(viewer, params.slug, body),
    callOff: ({ viewer, params, body }) =>
      desk.callOff(viewer, params.slug, params.version, body.reason),
    previewText: ({ body }) => desk.preview(body),
  })
}
