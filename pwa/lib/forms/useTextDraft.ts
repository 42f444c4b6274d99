import { useMemo, useState } from 'react'
import { useUser } from '../api/session.tsx'
import { type DraftKind, formDraft } from './form-drafts.ts'

/** An unsent text and its setter. It is kept as a draft, as a view can be mounted anew while somebody types. */
export function useTextDraft(kind: DraftKind, id: string): [string, (text: string) => void] {
  const user = useUser()?.id ?? ''
  const draft = useMemo(() => formDraft<{ text: string }>(kind, user, id), [kind, user, id])
  const [typed, setTyped] = useState({ key: '', text: '' })
  return [
    // The text belongs to one user and conversation: another one of the same view begins with its own draft.
    typed.key === draft.key ? typed.text : (draft.read().text ?? ''),
    (text) => {
      setTyped({ key: draft.key, text })
      if (text === '') draft.remove()
      else draft.write({ text })
    },
  ]
}
