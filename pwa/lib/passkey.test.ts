import { afterEach, expect, it, vi } from 'vitest'
import { fillsInPasskeys, knowsPasskeys, makePasskey, signWithPasskey } from './passkey.ts'

afterEach(() => vi.unstubAllGlobals())

const CREDENTIAL = { type: 'public-key', toJSON: () => ({ id: 'k1' }) }

/** A browser with passkeys, whose user does this; returns the options of its requests. */
function stand(user: () => Promise<unknown>) {
  const requests: object[] = []
  const ask = (options: object) => {
    requests.push(options)
    return user()
  }
  vi.stubGlobal('navigator', { credentials: { create: ask, get: ask } })
  vi.stubGlobal('PublicKeyCredential', {
    parseCreationOptionsFromJSON: (options: object) => ({ made: options }),
    parseRequestOptionsFromJSON: (options: object) => ({ signed: options }),
  })
  return requests
}
const make = () => makePasskey({ challenge: 'c' } as Parameters<typeof makePasskey>[0])
const sign = (signal = new AbortController().signal) =>
  signWithPasskey({ challenge: 'c' } as Parameters<typeof signWithPasskey>[0], {
    ...{ signal, mediation: 'conditional' },
  })

it('a passkey is made and used with the server’s options, and sent as JSON', async () => {
  const requests = stand(async () => CREDENTIAL)
  const { signal } = new AbortController()
  expect([await make(), await sign(signal)]).toEqual([{ id: 'k1' }, { id: 'k1' }])
  expect(requests).toEqual([
    { publicKey: { made: { challenge: 'c' } } },
    { publicKey: { signed: { challenge: 'c' } }, signal, mediation: 'conditional' },
  ])
})

it.each(['NotAllowedError', 'AbortError'])('a passkey is none after a %s', async (name) => {
  stand(() => Promise.reject(new DOMException('no', name)))
  expect([await make(), await sign()]).toEqual([null, null])
})

it('a passkey that the device has already is an error, which the form explains', async () => {
  stand(() => Promise.reject(new DOMException('excluded', 'InvalidStateError')))
  await expect(make()).rejects.toThrow('excluded')
})

it('passkeys are not offered by a browser without their JSON', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined)
  expect([knowsPasskeys(), await fillsInPasskeys()]).toEqual([false, false])
  stand(async () => CREDENTIAL)
  expect([knowsPasskeys(), await fillsInPasskeys()]).toEqual([true, false])
})
