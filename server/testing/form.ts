/** A multipart form, as a page sends it. */
export function formOf(fields: Record<string, string | number | Blob>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    form.set(name, value instanceof Blob ? value : String(value))
  return form
}
