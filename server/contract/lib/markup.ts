const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes a text for HTML or XML content and double-quoted attributes. */
export const escaped = (text: string) => text.replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char)
