import { passkeys } from '#contract/passkeys/calls.ts'
import { shapes } from '#contract/passkeys/shapes.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import type { AuthParts } from '../parts.ts'
import { passkeyService } from './service.ts'

export function passkeyRoutes(deps: Deps, { sessions, attempts }: AuthParts) {
  const service = passkeyService(deps, { sessions, attempts })
  return routes(passkeys, shapes, {
    listPasskeys: ({ viewer }) => service.list(viewer),
    startPasskey: ({ viewer, body }) => service.start(viewer, body.password),
    addPasskey: ({ viewer, body, client }) =>
      service.add(viewer, body.credential, body.name, client),
    removePasskey: ({ viewer, params }) => service.remove(viewer, params.id),
    startPasskeyLogin: () => service.startLogin(),
    passkeyLogin: ({ body, client }) => service.login(body.credential, client),
  })
}
