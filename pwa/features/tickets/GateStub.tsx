import css from './Stub.module.css'

/** Which door it is, for those who stand in a queue. */
export const GateStub = ({ gate }: { gate: string }) => (
  <div className={css.stub}>
    {gate && (
      <>
        <p className={css.label}>入口</p>
        <p className={css.figure}>{gate}</p>
      </>
    )}
    <p className={css.label}>入口で、整理番号とお名前を係員にお見せください</p>
  </div>
)
