import { showToast } from './toast.ts'

/** Puts the text on the clipboard, and says so; or what to do where the browser does not let us. */
export async function copyText(text: string, said: string, instead: string) {
  try {
    await navigator.clipboard.writeText(text)
    showToast(said)
  } catch (error) {
    console.warn(error)
    showToast(instead)
  }
}
