import { RequestError, refusalOf } from '#contract/http/caller.ts'

/** Saves a response as a file with the server's file name; `ask` sends the request with its credentials. */
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

/** The file name in the form of RFC 8187, which our server sends. */
function nameSaid(response: Response): string {
  const match = response.headers.get('content-disposition')?.match(/filename\*=UTF-8''([^;]+)/)
  return decodeURIComponent(match?.[1] ?? '')
}

async function refusedBy(response: Response) {
  const body: unknown = await response.json().catch(() => null)
  const { message } = refusalOf(body)
  return message === undefined
    ? new Error(String(response.status))
    : new RequestError(response.status, message)
}
