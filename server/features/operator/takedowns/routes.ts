import { operatorTakedowns as calls } from '#contract/operator/takedowns/calls.ts'
import { shapes as operatorShapes } from '#contract/operator/takedowns/shapes.ts'
import { takedowns } from '#contract/takedowns/calls.ts'
import { shapes } from '#contract/takedowns/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { OperatorDeps } from '../deps.ts'
import * as service from './service.ts'
import * as asking from './takedown-requests.ts'

export function takedownRoutes(deps: OperatorDeps) {
  return [
    ...routes(takedowns, shapes, {
      askTakedown: ({ viewer, client, body }) => asking.ask(deps, viewer, client, body),
      getTakedownInquiry: ({ viewer, params }) => asking.inquiry(deps, viewer, params.id),
      answerTakedown: ({ viewer, params, body }) => asking.answer(deps, viewer, params.id, body),
    }),
    ...routes(calls, operatorShapes, {
      listTakedowns: ({ query }) => service.list(deps, query),
      getTakedown: ({ params }) => service.get(deps, params.id),
      inquireTakedown: ({ viewer, params }) => service.inquire(deps, viewer, params.id),
      decideTakedown: ({ viewer, params, body }) =>
        service.decide(deps, viewer, params.id, body.outcome, body.reason),
      reverseTakedown: ({ viewer, params, body }) =>
        service.reverse(deps, viewer, params.id, body.reason),
    }),
  ]
}
