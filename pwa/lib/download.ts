import { Refused } from '#contract/caller.ts'

/** Keeps an answer as a file of the name that the server gives it; `ask` carries who asks. */
export async function download(ask: () => Promise<Response>) {
  const response = await ask()
  if (!response.ok) throw await refusedBy(response)
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = nameSaid(response)
  link.click()
  URL.revokeObjectURL(url)
}

/** In the spelling of RFC 8187, as our server has it. */
function nameSaid(response: Response): string {
  const said = response.headers.get('content-disposition')?.match(/filename\*=UTF-8''([^;]+)/)
  return decodeURIComponent(said?.[1] ?? '')
}

async function refusedBy(response: Response) {
  const said: unknown = await response.json().catch(() => null)
  const message = (said as { message?: string } | null)?.message
  return message === undefined
    ? new Error(String(response.status))
    : new Refused(response.status, message)
}
