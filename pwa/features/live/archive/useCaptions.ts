import { useEffect, useState } from 'react'
import { live } from '#contract/live/calls.ts'
import { useLoad } from '#pwa/lib/api/api.ts'

const KEY = 'room-captions'

function readChoice(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null // Storage is disabled.
  }
}
function saveChoice(language: string | null) {
  try {
    if (language) localStorage.setItem(KEY, language)
    else localStorage.removeItem(KEY)
  } catch {
    // Storage is full or disabled: the choice lasts for this page.
  }
}

/** Captions of an archive: the languages that there are, the chosen one, and the address of its file. */
export function useCaptions(id: string, isArchive: boolean) {
  const [wanted, setWanted] = useState(readChoice)
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
    saveChoice(language)
    setWanted(language)
  }
  return {
    languages,
    chosen,
    url,
    choose,
    /** Off, or on in the first language; nothing where there are none. */
    toggle() {
      if (languages.length > 0) choose(chosen ? null : (languages[0] ?? null))
    },
  }
}
export type Captions = ReturnType<typeof useCaptions>
