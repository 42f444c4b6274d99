/** One server-sent event; `message` if it is unnamed. */
export interface SseEvent {
  event: string
  data: string
}

/** The events of a stream as they arrive; `onBytes` is called for every chunk, heartbeats included. */
export async function* readSse(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<SseEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    onBytes()
    text += decoder.decode(value, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = eventIn(block)
      if (event) yield event
    }
  }
}

function eventIn(block: string): SseEvent | null {
  const lines = block.split('\n')
  const field = (name: string) =>
    lines.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2))
  const data = field('data')
  return data.length > 0 ? { event: field('event')[0] ?? 'message', data: data.join('\n') } : null
}
