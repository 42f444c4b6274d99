import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { encode } from 'cborg'

const hash = (text: string | Uint8Array) => createHash('sha256').update(text).digest()
const PRESENT = 0x01
const VERIFIED = 0x04
const HAS_KEY = 0x40

interface Making {
  challenge: string
  rp: { id: string }
  user: { id: string }
}
interface Asking {
  challenge: string
  rpId: string
}
/** Deviations of a fake or faulty authenticator. */
interface Twist {
  origin?: string
  rpId?: string
  verified?: boolean
  userHandle?: string
  type?: string
}

/** A WebAuthn authenticator with one P-256 key, without attestation. */
export function createAuthenticator(origin = 'http://room.test') {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  let counter = 0
  let handle = ''

  const client = (type: string, challenge: string, from = origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))
  const facts = (rpId: string, flags: number) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([hash(rpId), Buffer.from([flags]), count])
  }
  const flagsOf = (twist: Twist) => PRESENT | (twist.verified === false ? 0 : VERIFIED)
  const credential = <R>(response: R) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    clientExtensionResults: {},
    response,
  })

  return {
    /** Sets the counter, as a cloned authenticator has its own. */
    count(to: number) {
      counter = to
    },
    make({ challenge, rp, user }: Making, twist: Twist = {}) {
      handle = user.id
      const key = encode(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
        ]),
      )
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const head = facts(twist.rpId ?? rp.id, flagsOf(twist) | HAS_KEY)
      const authData = Buffer.concat([head, Buffer.alloc(16), length, id, key])
      const attestation = { fmt: 'none', attStmt: {}, authData: new Uint8Array(authData) }
      return credential({
        clientDataJSON: client(twist.type ?? 'webauthn.create', challenge, twist.origin).toString(
          'base64url',
        ),
        attestationObject: Buffer.from(encode(attestation)).toString('base64url'),
        transports: ['internal'],
      })
    },
    sign({ challenge, rpId }: Asking, twist: Twist = {}) {
      const clientData = client(twist.type ?? 'webauthn.get', challenge, twist.origin)
      const authData = facts(twist.rpId ?? rpId, flagsOf(twist))
      const signature = sign('sha256', Buffer.concat([authData, hash(clientData)]), privateKey)
      return credential({
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: twist.userHandle ?? handle,
      })
    },
  }
}
