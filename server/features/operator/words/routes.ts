import { shapes } from '#contract/operator/words.schema.ts'
import { operatorWords } from '#contract/operator/words.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import { wordsService } from './service.ts'

export function operatorWordRoutes(deps: Deps) {
  const service = wordsService(deps)
  return routes(operatorWords, shapes, {
    listWords: () => service.list(),
    addWord: ({ viewer, body }) => service.add(viewer, body.word, body.reason),
    removeWord: ({ viewer, params, body }) => service.remove(viewer, params.id, body.reason),
  })
}
