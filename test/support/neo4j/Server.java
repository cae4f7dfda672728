import java.nio.file.Path;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.configuration.connectors.BoltConnector;
import org.neo4j.configuration.helpers.SocketAddress;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilder;

/** The real Neo4j with Bolt on a port of 127.0.0.1; ends when its input does, so that it never outlives the tests. */
class Server {
  public static void main(String[] arguments) throws Exception {
    var home = Path.of(arguments[0]);
    var port = Integer.parseInt(arguments[1]);
    var withPassword = arguments.length > 2 && arguments[2].equals("auth");
    var service =
        new DatabaseManagementServiceBuilder(home)
            .setConfig(BoltConnector.enabled, true)
            .setConfig(BoltConnector.listen_address, new SocketAddress("127.0.0.1", port))
            .setConfig(GraphDatabaseSettings.auth_enabled, withPassword)
            .build();
    Runtime.getRuntime().addShutdownHook(new Thread(service::shutdown));
    System.out.println("ready");
    while (System.in.read() >= 0) {}
    System.exit(0);
  }
}
