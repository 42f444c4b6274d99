import { useEffect, useState } from 'react'
import { live } from '#contract/live/calls.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { safeLocalStorage } from '#pwa/lib/safe-storage.ts'

/** The language while captions are on; and the one that was chosen last, also while they are off. */
const KEY = 'room-captions'
const LAST_KEY = 'room-captions-last'

/** Captions of an archive: the languages that there are, the chosen one, and the address of its file. */
export function useCaptions(id: string, isArchive: boolean) {
  const [wanted, setWanted] = useState(() => safeLocalStorage.read(KEY))
  const [last, setLast] = useState(() => safeLocalStorage.read(LAST_KEY))
  const list = useLoad(live.listCaptions, { params: { id } }, { enabled: isArchive })
  const languages = list.data?.map(({ language }) => language) ?? []
  const chosen = languages.find((language) => language === wanted) ?? null
  const file = useLoad(
    live.getCaption,
    { params: { id, language: chosen ?? '' } },
    { enabled: chosen !== null },
  )
  const text = chosen ? file.data?.text : undefined
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (text === undefined) return
    const made = URL.createObjectURL(new Blob([text], { type: 'text/vtt' }))
    setUrl(made)
    return () => {
      setUrl(null)
      URL.revokeObjectURL(made)
    }
  }, [text])
  const choose = (language: string | null) => {
    setWanted(language)
    if (!language) return safeLocalStorage.remove(KEY)
    setLast(language)
    for (const key of [KEY, LAST_KEY]) safeLocalStorage.write(key, language)
  }
  return {
    languages,
    chosen,
    url,
    choose,
    /** Off, or on in the language chosen last, otherwise the first; nothing where there are none. */
    toggle() {
      if (languages.length === 0) return
      choose(chosen ? null : (languages.find((one) => one === last) ?? languages[0] ?? null))
    },
  }
}
export type Captions = ReturnType<typeof useCaptions>
