import { operatorBannedWords } from '#contract/operator/banned-words/calls.ts'
import { shapes } from '#contract/operator/banned-words/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import * as service from './service.ts'

export function operatorWordRoutes(deps: Deps) {
  return routes(operatorBannedWords, shapes, {
    listBannedWords: () => service.list(deps),
    addWord: ({ viewer, body }) => service.add(deps, viewer, body.word, body.reason),
    removeWord: ({ viewer, params, body }) => service.remove(deps, viewer, params.id, body.reason),
  })
}
