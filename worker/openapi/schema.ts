// The part of OpenAPI 3.1 that our document makes use of. https://spec.openapis.org/oas/v3.1.1

export interface JSONSchema {
  $ref?: string;
  type?: string;
  description?: string;
  format?: string;
  pattern?: string;
  enum?: (string | number)[];
  const?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minProperties?: number;
  maxItems?: number;
  maxProperties?: number;
  items?: JSONSchema;
  properties?: Record<string, JSONSchema>;
  required?: string[];
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  description?: string;
  required?: true;
  schema: JSONSchema;
}

export interface ResponseHeader {
  name: string;
  description: string;
  required?: boolean;
}

export interface Answer {
  description: string;
  headers?: Record<string, { description: string; required?: boolean; schema: JSONSchema }>;
  content?: Record<string, { schema: JSONSchema }>;
}

export interface Operation {
  operationId: string;
  summary: string;
  tags: [string];
  /** Any of them will do; `{}` is nobody in particular. The list names the scope that an API key needs. */
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; description: string; content: Record<string, { schema: JSONSchema }> };
  responses: Record<string, Answer>;
}

interface SecurityScheme {
  type: string;
  description: string;
  /** Of the header, where the scheme is not HTTP's own. */
  name?: string;
}

export interface OpenAPIDocument {
  openapi: "3.1.1";
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JSONSchema>; securitySchemes: Record<string, SecurityScheme> };
}
