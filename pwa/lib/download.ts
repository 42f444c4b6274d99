/** Keeps an answer as a file of that name; `ask` carries who asks. */
export async function download(ask: () => Promise<Response>, name: string) {
  const response = await ask()
  if (!response.ok) throw new Error(String(response.status))
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
