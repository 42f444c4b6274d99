import { useState } from 'react'
import { RequestError, refusalOf } from '#contract/http/caller.ts'
import { useSession } from '#pwa/lib/api/session.tsx'
import { Button } from '#pwa/ui/button/Button.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'

/** Within this time every browser has read the file that it saves. */
const READ_MS = 60_000

/** Saves a response as a file with the server's file name; `ask` sends the request with its credentials. */
async function download(ask: () => Promise<Response>) {
  const response = await ask()
  if (!response.ok) throw await errorOf(response)
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = fileNameOf(response)
  link.click()
  // Some browsers read the file only after the click was handled.
  setTimeout(() => URL.revokeObjectURL(url), READ_MS)
}

/** The file name in the form of RFC 8187, which our server sends. */
function fileNameOf(response: Response): string {
  const match = response.headers.get('content-disposition')?.match(/filename\*=UTF-8''([^;]+)/)
  return decodeURIComponent(match?.[1] ?? '')
}

async function errorOf(response: Response) {
  const body: unknown = await response.json().catch(() => null)
  const { message } = refusalOf(body)
  return message === undefined
    ? new Error(String(response.status))
    : new RequestError(response.status, message)
}

/** Downloads an authenticated response as a file. */
export function DownloadButton({ url, label }: { url: string; label: string }) {
  const { fetch } = useSession()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await download(() => fetch(url, {}))
    } catch (error) {
      console.warn(error)
      showToast(
        error instanceof RequestError
          ? error.message
          : 'ダウンロードできませんでした。もう一度お試しください。',
      )
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="secondary" icon="download" busy={busy} onClick={() => void save()}>
      {label}
    </Button>
  )
}
