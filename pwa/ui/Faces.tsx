import { Face } from './Face.tsx'
import css from './Faces.module.css'

/** A few of those who are there, one over the other. The words beside it say how many. */
export function Faces({ faces }: { faces: { id: string; src: string | null }[] }) {
  return (
    <span className={css.faces}>
      {faces.map(({ id, src }) => (
        <Face key={id} src={src} size="xs" />
      ))}
    </span>
  )
}
