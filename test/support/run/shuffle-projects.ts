import { createHash } from "node:crypto";
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { root } from "../../../tools/paths.ts";

/** Shuffles the projects, and the files of each. One process runs many files only if those of its project follow one another. */
export class ShuffledProjects extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const random = (name: string) =>
      createHash("sha1").update(`${this.ctx.config.sequence.seed} ${name}`).digest("hex");
    const position = ({ project, moduleId }: TestSpecification) =>
      random(project.name) + random(relative(root, moduleId));
    return files.toSorted((a, b) => (position(a) < position(b) ? -1 : 1));
  }
}
