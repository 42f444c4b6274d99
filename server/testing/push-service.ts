import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { loopbackTls } from './loopback-tls.ts'
import { type DeviceKeys, decrypt, newDeviceKeys, senderOf } from './push-device.ts'

export interface Pushed {
  device: string
  headers: IncomingHttpHeaders
  body: Buffer
  /** The decrypted message. */
  message: { id: string; device: string; title: string; body: string; url: string; unread: number }
  sender: ReturnType<typeof senderOf>
}
/** `drop`: the message is accepted, but the connection breaks before the response. */
export type Reply = { status: number; headers?: Record<string, string> } | 'hang' | 'drop'

/**
 * A real push service on localhost: HTTPS, and messages are decrypted like in a browser. `afterwards` registers the
 * cleanup.
 */
export async function startPushService(afterwards: (close: () => void) => void = onTestFinished) {
  const devices = new Map<string, DeviceKeys>()
  const got: Pushed[] = []
  const requestedDevices: string[] = []
  let reply: (device: string, nth: number) => Reply = () => ({ status: 201 })
  const server = createServer(loopbackTls(), async (request, response) => {
    const device = request.url!.slice('/push/'.length)
    requestedDevices.push(device)
    const answer = reply(device, requestedDevices.filter((one) => one === device).length)
    const parts: Buffer[] = []
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
    const body = Buffer.concat(parts)
    const keys = devices.get(device)
    if (answer === 'hang') return
    const accepted = answer === 'drop' || answer.status === 201
    if (accepted && keys)
      got.push({
        device,
        headers: request.headers,
        body,
        message: JSON.parse(decrypt(body, keys)) as Pushed['message'],
        sender: senderOf(request.headers.authorization!),
      })
    if (answer === 'drop') return void response.destroy()
    response.writeHead(answer.status, answer.headers).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `localhost:${(server.address() as AddressInfo).port}`
  afterwards(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    host,
    origin: `https://${host}`,
    /** Decrypted messages in order. */
    got,
    /** Devices of all requests in order. */
    requestedDevices,
    titles: () => got.map(({ message }) => message.title),
    /** Sets the response from now on. */
    answer(next: Reply | typeof reply) {
      reply = typeof next === 'function' ? next : () => next
    },
    /** The result of `pushManager.subscribe`. */
    subscribe(device: string, keys = newDeviceKeys()) {
      devices.set(device, keys)
      return {
        endpoint: `https://${host}/push/${device}`,
        expirationTime: null,
        keys: { p256dh: keys.publicKey, auth: keys.auth },
      }
    },
  }
}
export type PushService = Awaited<ReturnType<typeof startPushService>>
