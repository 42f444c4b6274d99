import { useEffect, useRef, useState } from 'react'
import { keysOf } from '#contract/lib/records.ts'
import { useSession } from '../../api/session.tsx'
import { fitPhoto, isFit } from '../../photo.ts'
import { type ChosenPicture, draftPicture } from '../draft-picture.ts'
import type { FormPicture } from './edit-form.ts'

type Saved<P extends string> = Record<P, string | null>

/** The pictures of a form: the saved ones until others are chosen; restored after a reload. */
export function usePictures<P extends string>(key: string, saved: Saved<P>) {
  const { device } = useSession()
  const names = keysOf(saved)
  const [drafts] = useState(() =>
    names.map((name) => ({ name, draft: draftPicture(device, `${key}.${name}`) })),
  )
  const [shown, setShown] = useState<Record<P, FormPicture>>(saved)
  const [found, setFound] = useState<Partial<Record<P, ChosenPicture>>>({})
  const [problems, setProblems] = useState<Partial<Record<P, string | undefined>>>({})
  const touched = useRef(new Set<P>())
  const latest = useRef<Partial<Record<P, FormPicture>>>({})
  useEffect(() => {
    let isGone = false
    for (const { name, draft } of drafts)
      void draft.read().then((chosen) => {
        if (isGone || touched.current.has(name) || chosen === undefined) return
        setFound((before) => ({ ...before, [name]: chosen }))
        if (chosen !== 'lost') setShown((before) => ({ ...before, [name]: chosen }))
      })
    return () => {
      isGone = true
    }
  }, [drafts])

  /** A photo is made fit to be sent first; another choice meanwhile counts instead. */
  async function choose(name: P, next: FormPicture) {
    touched.current.add(name)
    latest.current = { ...latest.current, [name]: next }
    setProblems((before) => ({ ...before, [name]: undefined }))
    if (!(next instanceof File) || isFit(next)) return keep(name, next)
    const fitted = await fitPhoto(next)
    if (latest.current[name] !== next) return
    if ('file' in fitted) keep(name, fitted.file)
    else setProblems((before) => ({ ...before, [name]: fitted.problem }))
  }
  function keep(name: P, next: FormPicture) {
    setShown((before) => ({ ...before, [name]: next }))
    const isSaved = next === saved[name] || typeof next === 'string'
    drafts.find((one) => one.name === name)?.draft.write(isSaved ? undefined : next)
  }
  const changed = names.flatMap((name): [string, File | null][] => {
    const picture = shown[name]
    return picture === saved[name] || typeof picture === 'string' ? [] : [[name, picture]]
  })
  return {
    shown,
    choose: (name: P, next: FormPicture) => void choose(name, next),
    /** Why the last choice could not be used. */
    problems,
    /** The changed pictures. */
    changed: Object.fromEntries(changed),
    wasChosen: names.some((name) => found[name] !== undefined),
    /** A chosen picture could not be restored. */
    isLost: names.some((name) => found[name] === 'lost' && shown[name] === saved[name]),
    restore: () => names.forEach((name) => void choose(name, saved[name])),
    drop: () => drafts.forEach(({ draft }) => void draft.remove()),
  }
}
