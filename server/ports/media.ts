/** Where pictures, sounds and films are kept. A path is relative, `public/…` for all or `members/…` for readers. */
export interface Media {
  put: (path: string, bytes: Uint8Array) => Promise<void>
  /** Null where nothing is. */
  read: (path: string) => Promise<Uint8Array | null>
  remove: (path: string) => Promise<void>
}

export function memoryMedia(): Media {
  const files = new Map<string, Uint8Array>()
  return {
    put: async (path, bytes) => void files.set(path, bytes),
    read: async (path) => files.get(path) ?? null,
    remove: async (path) => void files.delete(path),
  }
}
