import { useEffect, useEffectEvent, useState } from 'react'
import { keysOf } from '#contract/lib/records.ts'
import { useSession } from '../../api/session.tsx'
import { type ChosenPicture, draftPicture } from '../draft-picture.ts'
import { type SavedPictures, useFittedPictures } from './useFittedPictures.ts'

/** The pictures of an editor, restored after a reload. */
export function usePictures<P extends string>(key: string, saved: SavedPictures<P>) {
  const names = keysOf(saved)
  const pictures = useFittedPictures(saved, (name, next) => {
    drafts.write(name, next === saved[name] || typeof next === 'string' ? undefined : next)
  })
  const drafts = usePictureDrafts(key, names, {
    isWanted: (name) => !pictures.wasTouched(name),
    onFound: pictures.show,
  })
  return {
    ...pictures,
    wasChosen: names.some((name) => drafts.found[name] !== undefined),
    /** A chosen picture could not be restored. */
    isLost: names.some(
      (name) => drafts.found[name] === 'lost' && pictures.shown[name] === saved[name],
    ),
    restore() {
      for (const name of names) pictures.field(name).onChange(saved[name])
    },
    drop: drafts.drop,
  }
}

interface DraftReader<P> {
  /** Nothing else was chosen while the draft was read. */
  isWanted: (name: P) => boolean
  onFound: (name: P, chosen: File | null) => void
}

/** The drafts of the pictures; those that the page before a reload left are read once. */
function usePictureDrafts<P extends string>(
  key: string,
  names: P[],
  { isWanted, onFound }: DraftReader<P>,
) {
  const { device } = useSession()
  const [drafts] = useState(() =>
    names.map((name) => ({ name, draft: draftPicture(device, `${key}.${name}`) })),
  )
  const [found, setFound] = useState<Partial<Record<P, ChosenPicture>>>({})
  const restore = useEffectEvent((name: P, chosen: ChosenPicture) => {
    if (chosen === undefined || !isWanted(name)) return
    setFound((before) => ({ ...before, [name]: chosen }))
    if (chosen !== 'lost') onFound(name, chosen)
  })
  useEffect(() => {
    let isGone = false
    for (const { name, draft } of drafts)
      void draft.read().then((chosen) => isGone || restore(name, chosen))
    return () => {
      isGone = true
    }
  }, [drafts])
  return {
    found,
    write: (name: P, chosen: File | null | undefined) =>
      drafts.find((one) => one.name === name)?.draft.write(chosen),
    drop: () => drafts.forEach(({ draft }) => void draft.remove()),
  }
}
