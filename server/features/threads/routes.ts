import { threads } from '#contract/threads/calls.ts'
import { shapes, writes } from '#contract/threads/shapes.ts'
import { posting } from '#contract/threads/write-calls.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import * as answering from './comments.ts'
import * as writing from './edit-thread.ts'
import * as service from './service.ts'

export function threadRoutes(deps: Deps) {
  const reads = routes(threads, shapes, {
    listThreads: ({ viewer, params, query }) => service.list(deps, viewer, params.roomid, query),
    getThread: ({ viewer, params }) => service.getThread(deps, viewer, params),
    listComments: ({ viewer, params, query }) => service.listComments(deps, viewer, params, query),
  })
  return [
    ...reads,
    ...routes(posting, writes, {
      createThread: ({ viewer, params, body }) => writing.create(deps, viewer, params.roomid, body),
      changeThread: ({ viewer, params, body }) => writing.change(deps, viewer, params, body),
      deleteThread: ({ viewer, params }) => writing.remove(deps, viewer, params),
      pinThread: ({ viewer, params, body }) => writing.pin(deps, viewer, params, body.pinned),
      postComment: ({ viewer, params, body }) => answering.comment(deps, viewer, params, body),
      deleteComment: ({ viewer, params }) => answering.removeComment(deps, viewer, params),
      react: ({ viewer, params }) => answering.reactTo(deps, viewer, params),
      unreact: ({ viewer, params }) => answering.unreact(deps, viewer, params),
    }),
  ]
}
