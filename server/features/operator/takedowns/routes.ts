import { operatorTakedowns as calls } from '#contract/operator/takedowns/calls.ts'
import { shapes as operatorShapes } from '#contract/operator/takedowns/shapes.ts'
import { takedowns } from '#contract/takedowns/calls.ts'
import { shapes } from '#contract/takedowns/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import type { Rulings } from '../moderation/decisions.ts'
import { takedownAsking } from './asking.ts'
import { takedownDecisions } from './service.ts'

export function takedownRoutes(deps: Deps, rulings: Rulings) {
  const asking = takedownAsking(deps)
  const service = takedownDecisions(deps, rulings)
  return [
    ...routes(takedowns, shapes, {
      askTakedown: ({ viewer, client, body }) => asking.ask(viewer, client, body),
      getTakedownInquiry: ({ viewer, params }) => asking.inquiry(viewer, params.id),
      answerTakedown: ({ viewer, params, body }) => asking.answer(viewer, params.id, body),
    }),
    ...routes(calls, operatorShapes, {
      listTakedowns: ({ query }) => service.list(query),
      getTakedown: ({ params }) => service.get(params.id),
      inquireTakedown: ({ viewer, params }) => service.inquire(viewer, params.id),
      decideTakedown: ({ viewer, params, body }) =>
        service.decide(viewer, params.id, body.outcome, body.reason),
      reverseTakedown: ({ viewer, params, body }) =>
        service.reverse(viewer, params.id, body.reason),
    }),
  ]
}
