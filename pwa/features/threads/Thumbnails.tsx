import { useAddress } from '#pwa/ui/forms/useAddress.ts'
import { Icon } from '#pwa/ui/Icon.tsx'
import css from './ThreadMediaView.module.css'
import type { Chosen } from './thread-form.ts'

interface ThumbnailsProps {
  stills: Blob[]
  chosen: Chosen<Blob>
  onChoose: (still: Blob) => void
}

/** The frames of a film, of which one is its thumbnail. */
export function Thumbnails({ stills, chosen, onChoose }: ThumbnailsProps) {
  return (
    <fieldset className={css.thumbs}>
      <legend>サムネイルを選ぶ</legend>
      {stills.map((still, at) => (
        <Thumbnail
          // biome-ignore lint/suspicious/noArrayIndexKey: each stands for its time in the film
          key={at}
          still={still}
          at={at + 1}
          checked={still === chosen}
          onChoose={() => onChoose(still)}
        />
      ))}
    </fieldset>
  )
}

function Thumbnail({
  still,
  at,
  checked,
  onChoose,
}: {
  still: Blob
  at: number
  checked: boolean
  onChoose: () => void
}) {
  const url = useAddress(still)
  return (
    <label className={css.thumb}>
      <input
        type="radio"
        className={css.radio}
        name="thumbnail"
        aria-label={`${at}枚目`}
        checked={checked}
        onChange={onChoose}
      />
      {url && <img className="art" src={url} alt="" />}
      <span>
        <Icon name="check" size="xs" />
      </span>
    </label>
  )
}
