import css from './Subject.module.css'

interface SubjectProps {
  src: string | null
  title: string
  note?: string
}

/** What a form is about: picture, title and a line below. */
export const Subject = ({ src, title, note }: SubjectProps) => (
  <div className={css.subject}>
    {src && <img className="art" src={src} alt="" width={1000} height={563} />}
    <p>
      <b>{title}</b>
      {note && <span className="note muted">{note}</span>}
    </p>
  </div>
)
