import { showToast } from './overlay/toast.ts'

/** Copies a text and shows a toast; if the browser refuses, shows what to do instead. */
export async function copyText(text: string, message: string, instead: string) {
  try {
    await navigator.clipboard.writeText(text)
    showToast(message)
  } catch (error) {
    console.warn(error)
    showToast(instead)
  }
}
