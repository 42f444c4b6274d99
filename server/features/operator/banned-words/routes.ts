import { operatorBannedWords } from '#contract/operator/banned-words/calls.ts'
import { shapes } from '#contract/operator/banned-words/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import { bannedWordsService } from './service.ts'

export function operatorWordRoutes(deps: Deps) {
  const service = bannedWordsService(deps)
  return routes(operatorBannedWords, shapes, {
    listBannedWords: () => service.list(),
    addWord: ({ viewer, body }) => service.add(viewer, body.word, body.reason),
    removeWord: ({ viewer, params, body }) => service.remove(viewer, params.id, body.reason),
  })
}
