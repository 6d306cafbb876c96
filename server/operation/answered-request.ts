/** A request that has been answered, as the metrics see it. */
export interface AnsweredRequest {
  /** Such as "add" or "redirect". */
  operation: string;
  /** The label of the error, or "success". */
  outcome: string;
  /** From the request's headers to the response's. */
  seconds: number;
}
