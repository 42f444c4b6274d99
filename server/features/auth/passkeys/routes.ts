import { passkeys } from '#contract/passkeys/calls.ts'
import { shapes } from '#contract/passkeys/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { AuthDeps } from '../deps.ts'
import * as service from './service.ts'

export function passkeyRoutes(deps: AuthDeps) {
  return routes(passkeys, shapes, {
    listPasskeys: ({ viewer }) => service.list(deps, viewer),
    startPasskey: ({ viewer, body }) => service.start(deps, viewer, body.password),
    addPasskey: ({ viewer, body, client }) =>
      service.add(deps, viewer, body.credential, body.name, client),
    removePasskey: ({ viewer, params, body }) =>
      service.remove(deps, viewer, params.id, body.password),
    startPasskeyLogin: () => service.startLogin(deps),
    startPasskeyProof: ({ viewer }) => service.startProof(deps, viewer),
    passkeyLogin: ({ body, client }) => service.login(deps, body.credential, client),
  })
}
