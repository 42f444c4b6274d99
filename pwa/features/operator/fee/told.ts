/** Who reads why the fee changes. */
export const TOLD = 'オーナーへのお知らせに、そのまま載ります'
