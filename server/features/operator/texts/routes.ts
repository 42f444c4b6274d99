import { operatorTexts } from '#contract/operator/texts/calls.ts'
import { shapes } from '#contract/operator/texts/shapes.ts'
import { SiteContent } from '#server/features/site/content.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import * as texts from './service.ts'

export function operatorTextsRoutes(given: Deps) {
  const deps = { ...given, content: new SiteContent(given) }
  return routes(operatorTexts, shapes, {
    listTexts: () => texts.list(deps),
    getOwnText: ({ params }) => texts.get(deps, params.slug),
    getVersion: ({ params }) => texts.getVersion(deps, params.slug, params.version),
    saveDraft: ({ viewer, params, body }) => texts.save(deps, viewer, params.slug, body),
    deleteDraft: ({ viewer, params, body }) =>
      texts.discard(deps, viewer, params.slug, body.version),
    publishText: ({ viewer, params, body }) => texts.publish(deps, viewer, params.slug, body),
    cancelPlannedVersion: ({ viewer, params, body }) =>
      texts.cancelPlannedVersion(deps, viewer, params.slug, {
        version: params.version,
        reason: body.reason,
      }),
    previewText: ({ body }) => texts.preview(deps, body),
  })
}
