import { parentPort, workerData } from 'node:worker_threads'
import { defined } from '#contract/lib/defined.ts'
import type { DataResponse, FromWorker, ToWorker } from './render-thread.ts'
import type { RendererModule } from './renderer.ts'

/** The program of the render thread: renders pages one after another or interleaved, and asks for their data. */
const port = defined(parentPort, 'the port of a worker thread')
const { render } = (await import(String(workerData))) as RendererModule
const waiting = new Map<number, (answer: DataResponse) => void>()
let count = 0

const send = (message: FromWorker) => port.postMessage(message)

async function fetchData(url: string, { headers }: RequestInit): Promise<Response> {
  const id = count++
  const { status, ...answer } = await new Promise<DataResponse>((resolve) => {
    waiting.set(id, resolve)
    send({ type: 'fetch', id, url, headers: [...new Headers(headers)] })
  })
  // A Response without content must not have a body.
  return new Response(answer.body.byteLength > 0 ? answer.body : null, {
    status,
    headers: answer.headers,
  })
}

port.on('message', (message: ToWorker) => {
  if (message.type === 'answer') {
    waiting.get(message.id)?.(message.answer)
    waiting.delete(message.id)
    return
  }
  const { id, url } = message
  render(url, fetchData).then(
    (page) => send({ type: 'rendered', id, page }),
    (error: unknown) => {
      const { message: text, stack, status } = error as Error & { status?: number }
      send({ type: 'failed', id, failure: { message: text, stack, status } })
    },
  )
})
