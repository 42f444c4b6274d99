const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as it stands in HTML or XML, also between double quotes. */
export const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => ENTITIES[letter]!)
