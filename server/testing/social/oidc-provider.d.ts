declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'

  /** The part that the tests need (github.com/panva/node-oidc-provider). */
  export default class Provider {
    constructor(issuer: string, configuration: object)
    callback(): RequestListener
  }
}
